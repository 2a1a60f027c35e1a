const collator = new Intl.Collator('en', { numeric: true })

/** The same order on every computer; numbers inside names count as numbers. */
export function byName(first: string, second: string) {
  return collator.compare(first, second) || (first < second ? -1 : Number(first > second))
}

/** JSON that is equal for equal values, regardless of the order of their keys. */
export function sameText(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(
          Object.entries(inner).sort(([first], [second]) => (first < second ? -1 : 1)),
        )
      : inner,
  )
}
