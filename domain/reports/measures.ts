/** What a report shows over time: orders, points spent, card payments and vouchers activated. */
export const MEASURES = ['orders', 'spent', 'paid', 'claimed'] as const
export type Measure = (typeof MEASURES)[number]
