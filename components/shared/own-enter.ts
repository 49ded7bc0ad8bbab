import { isTyping, isWithin } from '../../data/core/typing-target.ts';

const PRESSABLE = 'a[href], button, summary, label, [role="button"]';

/** Whether Enter already means something where it was pressed. */
export const hasOwnEnter = (event: Event): boolean => isTyping(event) || isWithin(event, PRESSABLE);
