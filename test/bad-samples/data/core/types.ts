export const loose = (value: any): unknown => value; // expect: no-explicit-any
export const sure = (value: string | undefined): string => value!; // expect: no-non-null-assertion
const work = (): Promise<void> => Promise.resolve();
export function forgotten(): void {
  work(); // expect: no-floating-promises
}
export function remembered(): void {
  void work();
}
