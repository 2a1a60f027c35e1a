/** A house with a tick: safe shopping from home. Decorative, the text is beside it. */
export function GuaranteeMark({ className }: { className?: string }) {
  return (
    <svg className={className} viewBox="0 0 40 40" width="40" height="40" aria-hidden="true">
      <circle cx="20" cy="20" r="19" fill="#ffffff" stroke="#c9d2cd" />
      <path d="M9 20 20 10l11 10v11H9Z" fill="#123c69" />
      <path
        d="m14.500 22 4.500 4.500 7-8"
        fill="none"
        stroke="#ffffff"
        strokeWidth="2.600"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
