interface Hooks {
  event?(given: { readonly event: unknown }): Promise<void>;
  'tool.execute.before'?(call: unknown, output: unknown): Promise<void>;
  'tool.execute.after'?(call: unknown, output: unknown): Promise<void>;
}

export declare const HomeWorld: (host: {
  readonly directory: string;
  readonly client?: unknown;
}) => Promise<Hooks>;
