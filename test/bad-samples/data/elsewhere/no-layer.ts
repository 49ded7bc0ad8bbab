export const a = 1; // expect: rooms
