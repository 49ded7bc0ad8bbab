export const soon = (run: () => void): number => requestAnimationFrame(run);
export const stop = (request: number): void => cancelAnimationFrame(request);
export const ask = (url: string): Promise<Response> => fetch(url); // expect: no-restricted-globals
