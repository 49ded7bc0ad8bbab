const SPINS = 40;
const SPIN_MS = 5;
const PAUSE_MS = 20;

/**
 * How much longer work takes now than on an idle machine: elapsed time divided by processor time. 1 means that no
 * other program wants the processor. Takes a second; call it while nothing is measured.
 */
export async function noise(): Promise<number> {
  let elapsed = 0;
  let computed = 0;
  for (let i = 0; i < SPINS; i++) {
    const before = process.cpuUsage();
    const began = performance.now();
    while (performance.now() - began < SPIN_MS);
    elapsed += performance.now() - began;
    const { user, system } = process.cpuUsage(before);
    computed += (user + system) / 1000;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return Math.max(1, elapsed / computed);
}
