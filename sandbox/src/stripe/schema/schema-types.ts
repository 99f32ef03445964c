/** The schema format: the subset of JSON Schema that the SDK's types need. */
export interface Schema {
  type?: 'string' | 'number' | 'boolean' | 'null';
  enum?: readonly (string | boolean)[];
  anyOf?: Schema[];
  items?: Schema;
  /** The name of a definition. */
  is?: string;
  inline?: Definition;
  /** Accepts any object with this value of `object`, because the sandbox has no schema for it. */
  object?: string;
}

export interface Property {
  schema: Schema;
  /** Types of the objects that ids in the field refer to. */
  expands?: string[];
}

/** An object that has only these fields. */
export interface Definition {
  properties: Record<string, Property>;
  required: string[];
  /** Schema of fields with any other name; absent if they aren't allowed. */
  others?: Schema;
  /** True for objects of an event that contain only the changed fields, at any depth. */
  isPartial?: true;
}

export interface StripeSchema {
  definitions: Record<string, Definition>;
  /** Schemas by the value of `object`. */
  objects: Record<string, Schema>;
  /** Schemas by type of event. */
  events: Record<string, Schema>;
}
