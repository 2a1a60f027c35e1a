/** Breaks an email address before its @, not in the middle of a word. */
export function BreakableEmail({ text }: { text: string }) {
  const [before, ...after] = text.split('@')
  return after.length === 0 ? (
    text
  ) : (
    <>
      {before}
      <wbr />@{after.join('@')}
    </>
  )
}
