/** `{ success: true, response }`, the format of most responses. */
export function answer<const T>(response: T) {
  return { success: true as const, response }
}

/** For calls whose fields are at the top level of the response. */
export function succeed<T extends object>(fields: T) {
  return { success: true as const, ...fields }
}
