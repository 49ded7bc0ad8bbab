import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Keeps a data folder for this process until it ends. The lock is the operating system's, taken by
 * SQLite on an empty file: it goes with the process however that ends, and holds between containers
 * too, where every process may have the number 1. The conversations themselves stay readable for
 * other programs, such as a backup.
 *
 * Waits two seconds for a home that is just ending. Throws if another process has the folder.
 */
export function lockFolder(folder: string): { release(): void } {
  const database = new DatabaseSync(join(folder, 'home.lock'), { timeout: 2_000 });
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    throw error;
  }
  return { release: () => database.close() };
}
