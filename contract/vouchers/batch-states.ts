/** From creating the vouchers to handing over their codes and their end. */
export const BATCH_STATES = [
  'being-made',
  'waiting',
  'under-way',
  'not-handed-over',
  'handed-over',
  'expired',
  'undone',
] as const
