/** `{ success: true, response }`, as most calls answer. */
export function answer<const T>(response: T) {
  return { success: true as const, response }
}

/** For the calls whose fields stand at the top of the answer. */
export function succeed<T extends object>(fields: T) {
  return { success: true as const, ...fields }
}
