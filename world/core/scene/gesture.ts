/** Movements of the resident's head that begin and end by themselves: a greeting, and news. */
export type Gesture = 'nod' | 'look-up';
