/** What something that was thrown has to say. */
export const messageOf = (error: unknown) =>
  error instanceof Error ? error.message : String(error)
