/** Word lists for the names of demo practices and their people. */
// oxfmt-ignore
export const firstNames = [
  'Amelia', 'Noah', 'Priya', 'Daniel', 'Mei', 'Carlos', 'Grace', 'Samuel', 'Fatima', 'Ethan', 'Yuki', 'Hannah',
  'Omar', 'Chloe', 'Viktor', 'Leah', 'Andre', 'Nadia', 'Peter', 'Ines', 'Kwame', 'Julia', 'Ravi', 'Claire', 'Tomas',
  'Ruth', 'Jamal', 'Elena', 'Henry', 'Aisha', 'Lucas', 'Miriam', 'Diego', 'Nora', 'Isaac', 'Linh', 'Paul', 'Zara',
  'Simon', 'Rosa', 'Felix', 'Anika', 'George', 'Tessa', 'Hugo', 'Camille', 'Victor', 'Selma', 'Adam', 'Joanna',
] as const;

// oxfmt-ignore
export const lastNames = [
  'Hart', 'Nguyen', 'Okafor', 'Patel', 'Rivera', 'Schmidt', 'Kim', 'Thompson', 'Haddad', 'Lindgren', 'Castillo',
  'Brooks', 'Tanaka', 'Morgan', 'Petrov', 'Osei', 'Fischer', 'Delgado', 'Walsh', 'Chen', 'Abrams', 'Silva', 'Novak',
  'Carter', 'Ibrahim', 'Larsen', 'Mendoza', 'Park', 'Quinn', 'Rossi', 'Singh', 'Turner', 'Vargas', 'Weiss', 'Young',
  'Zimmerman', 'Bauer', 'Coleman', 'Dubois', 'Estrada', 'Foster', 'Goldberg', 'Hughes', 'Iyer', 'Jensen', 'Kaplan',
  'Lopez', 'Murphy', 'Nakamura', 'Owens',
] as const;

/** First part of a practice's name: places, trees, people. */
// oxfmt-ignore
export const places = [
  'Maple Street', 'Riverbend', 'Cedar Grove', 'Harborview', 'Prairie', 'Stonebridge', 'Willow Creek', 'Sunset Ridge',
  'Lakewood', 'Oak Hollow', 'Northgate', 'Bayside', 'Fairmont', 'Highland', 'Juniper', 'Mission Hills', 'Old Town',
  'Pine Valley', 'Rosewood', 'Silver Lake', 'Tamarack', 'Union Square', 'Valley Oak', 'Westbrook', 'Aspen', 'Birchwood',
  'Canyon', 'Driftwood', 'Elm Park', 'Foxglove', 'Granite Falls', 'Heritage', 'Ironwood', 'Kensington', 'Larkspur',
  'Meadowlark', 'Newbury', 'Orchard', 'Pebble Beach', 'Quarry Road', 'Redwood', 'Seabrook', 'Tidewater', 'Uptown',
  'Vista', 'Wildflower', 'Cobblestone', 'Magnolia', 'Cypress Point', 'Bluebonnet',
] as const;

/** Second part: what the practice does. */
// oxfmt-ignore
export const kinds = [
  'Dental', 'Family Dentistry', 'Orthodontics', 'Pediatric Dentistry', 'Dental Group', 'Smiles', 'Dental Care',
  'Periodontics', 'Oral Surgery', 'Endodontics', 'Dental Arts', 'Dentistry', 'Dental Studio', 'Implant Center',
  'Prosthodontics', 'Dental Associates',
] as const;

export const timeZones = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
] as const;

export const pmsNames = ['opendental', 'dentrix', 'eaglesoft16', 'opendentalcloud', 'dentrixascend'] as const;
