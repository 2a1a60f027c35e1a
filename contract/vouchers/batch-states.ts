/** Where a batch of vouchers is: whether all are there, and where their codes are. */
export const BATCH_STATES = [
  'being-made',
  'waiting',
  'under-way',
  'not-handed-over',
  'handed-over',
  'undone',
] as const
