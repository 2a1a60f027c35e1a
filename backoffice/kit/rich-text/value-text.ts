/** The words of what is one text. */
export const valueOf = (value: Record<string, unknown> | null): string => {
  const said = value?.['value']
  return typeof said === 'string' ? said : ''
}
