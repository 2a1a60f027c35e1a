/** How codes of a digital gift stand: 'waiting' where holders wait for some. */
export const CODE_STATES = ['waiting', 'out', 'at-risk', 'low', 'fine'] as const
