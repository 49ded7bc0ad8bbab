/** The names in `Accept` or `Accept-Encoding`, in small letters and without those that `q=0` refuses. */
export const acceptedNames = (header: string | undefined): readonly string[] =>
  (header ?? '')
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => !/;\s*q=0(?:\.0*)?$/.test(part))
    .map((part) => part.split(';')[0]?.trim() ?? '');
