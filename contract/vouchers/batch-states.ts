/** Where a batch of vouchers is: whether all are there, where their codes are, and whether they still work. */
export const BATCH_STATES = [
  'being-made',
  'waiting',
  'under-way',
  'not-handed-over',
  'handed-over',
  'expired',
  'undone',
] as const
