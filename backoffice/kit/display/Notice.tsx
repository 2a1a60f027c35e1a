import type { ReactNode } from 'react'

import { type BackofficeIconName, BackofficeIcon } from '#backoffice/kit/display/BackofficeIcon.tsx'
import { classNames } from '#ui/lib/class-names.ts'

import css from './Notice.module.css'

type Kind = 'info' | 'warn' | 'bad' | 'good'
const ICONS: Record<Kind, BackofficeIconName> = {
  info: 'info',
  warn: 'warning',
  bad: 'warning',
  good: 'check',
}

/** A notice beside its subject. Screen readers announce 'bad' at once. */
export function Notice({ kind, children }: { kind: Kind; children: ReactNode }) {
  return (
    <div className={classNames(css.notice, css[kind])} role={kind === 'bad' ? 'alert' : undefined}>
      <BackofficeIcon name={ICONS[kind]} />
      <div className={css.text}>{children}</div>
    </div>
  )
}
