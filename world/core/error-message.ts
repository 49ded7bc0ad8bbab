/** The text of whatever was thrown, also of what throws when it is asked for its text. */
export function errorMessage(error: unknown): string {
  try {
    return error instanceof Error ? String(error.message) : String(error);
  } catch {
    return 'it threw something that has no text';
  }
}
