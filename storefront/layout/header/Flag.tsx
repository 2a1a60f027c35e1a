import type { ReactNode } from 'react'

import type { Language } from '#domain/language.ts'

const FLAGS: Record<Language, ReactNode> = {
  nl: <Stripes colours={['#ae1c28', '#ffffff', '#21468b']} />,
  de: <Stripes colours={['#1a1a1a', '#dd0000', '#ffce00']} />,
  fr: (
    <>
      <path fill="#ffffff" d="M0 0h24v16H0z" />
      <path fill="#0b2f80" d="M0 0h8v16H0z" />
      <path fill="#ce1126" d="M16 0h8v16h-8z" />
    </>
  ),
  en: (
    <>
      <path fill="#1d2f6f" d="M0 0h24v16H0z" />
      <path stroke="#ffffff" strokeWidth="3" d="m0 0 24 16M24 0 0 16" />
      <path stroke="#c8102e" strokeWidth="1.2" d="m0 0 24 16M24 0 0 16" />
      <path stroke="#ffffff" strokeWidth="5" d="M12 0v16M0 8h24" />
      <path stroke="#c8102e" strokeWidth="3" d="M12 0v16M0 8h24" />
    </>
  ),
}

/** Decorative: the name of the language is beside it. */
export function Flag({ language, className }: { language: Language; className?: string }) {
  return (
    <svg className={className} viewBox="0 0 24 16" width="24" height="16" aria-hidden="true">
      {FLAGS[language]}
    </svg>
  )
}

function Stripes({ colours }: { colours: [string, string, string] }) {
  const [top, middle, bottom] = colours
  return (
    <>
      <path fill={middle} d="M0 0h24v16H0z" />
      <path fill={top} d="M0 0h24v5.333H0z" />
      <path fill={bottom} d="M0 10.667h24V16H0z" />
    </>
  )
}
