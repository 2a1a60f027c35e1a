import type { ReactNode } from 'react'

import { classNames } from '#ui/lib/class-names.ts'

import css from './StatusMark.module.css'

/** A shape and a word, so that colour is not the only sign. */
export function StatusMark({
  kind,
  children,
}: {
  kind: 'wait' | 'half' | 'done' | 'warn' | 'bad' | 'off'
  children: ReactNode
}) {
  return <span className={classNames(css.mark, css[kind])}>{children}</span>
}
