export const qualityLevels = ['lowest', 'low', 'middle', 'highest'] as const;
export type QualityLevel = (typeof qualityLevels)[number];
