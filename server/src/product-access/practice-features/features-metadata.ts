/** The bundles, features and flags that practices can get. */
import type { AllFeaturesMetadata, FeaturesMetadata } from 'shared-api/contracts';
import { bundles } from '../../billing/catalogue/catalogue.js';
import { featureFlags } from '../../access/practice-records/feature-flag-catalog.js';
import { features } from '../../billing/catalogue/features.js';
import type { Db } from '../../platform/database/tables.js';

export function featuresMetadata(): FeaturesMetadata {
  return {
    bundles: bundles.map(({ name, displayName, description, features: included }) => ({
      name,
      display_name: displayName,
      description,
      features: [...included],
    })),
    features: features.map(({ name, displayName, description }) => ({ name, display_name: displayName, description })),
    feature_flags: featureFlags.map(({ name, displayName }) => ({ name, display_name: displayName })),
  };
}

export async function allFeaturesMetadata(db: Db): Promise<AllFeaturesMetadata> {
  const insiders = await db.selectFrom('practices').select('id').where('insider', '=', true).orderBy('id').execute();
  return { ...featuresMetadata(), insider_practices: insiders.map(({ id }) => id) };
}
