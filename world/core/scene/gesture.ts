/** Movements of the resident's head that begin and end by themselves: a greeting or a yes, news, and a no. */
export type Gesture = 'nod' | 'look-up' | 'shake-head';
