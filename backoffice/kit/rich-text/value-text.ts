/** The text of a single-text value. */
export const valueOf = (value: Record<string, unknown> | null): string => {
  const said = value?.['value']
  return typeof said === 'string' ? said : ''
}
