/** The state of a digital gift's codes. 'waiting': holders wait for codes. */
export const CODE_STATES = ['waiting', 'out', 'at-risk', 'low', 'fine'] as const
