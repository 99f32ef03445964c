/** The form of the schemas: the part of JSON Schema that the SDK's types need. */
export interface Schema {
  type?: 'string' | 'number' | 'boolean' | 'null';
  enum?: readonly (string | boolean)[];
  anyOf?: Schema[];
  items?: Schema;
  /** The name of a definition. */
  is?: string;
  inline?: Definition;
  /** Any object with this value of `object`: the sandbox has no schema of it. */
  object?: string;
}

export interface Property {
  schema: Schema;
  /** The objects that the field's ids stand for. */
  expands?: string[];
}

/** A closed object. */
export interface Definition {
  properties: Record<string, Property>;
  required: string[];
  /** Fields with any other name. */
  others?: Schema;
  /** True if it has, at any depth, only the fields that an event is about. */
  isPartial?: true;
}

export interface StripeSchema {
  definitions: Record<string, Definition>;
  /** By the value of `object`. */
  objects: Record<string, Schema>;
  /** By the type of the event. */
  events: Record<string, Schema>;
}
