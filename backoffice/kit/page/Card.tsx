import { type ReactNode, useEffect, useId, useRef } from 'react'

import { useMedia } from '#backoffice/kit/display/use-media.ts'
import { PHONE } from '#backoffice/kit/list/phone.ts'
import { useLocation } from '#backoffice/kit/router/address.tsx'

import css from './Card.module.css'

type CardProps = {
  title: string
  /** Soft text beside the title, such as a count or a date. */
  aside?: ReactNode
  /** At the right of the title. */
  actions?: ReactNode
  /** On a phone its title opens it. A link to something in it opens it, too. */
  foldsOnPhone?: boolean
  children: ReactNode
}

/** A part of a page with a border. Screen readers find it as a region by its title. */
export function Card({ title, aside, actions, foldsOnPhone = false, children }: CardProps) {
  const id = useId()
  const isPhone = useMedia(PHONE)
  const name = (
    <>
      <h2 id={id}>{title}</h2>
      {aside === undefined ? null : <span className={css.aside}>{aside}</span>}
    </>
  )
  const tools = actions === undefined ? null : <div className={css.actions}>{actions}</div>
  return (
    <section className={css.card} aria-labelledby={id}>
      {foldsOnPhone && isPhone ? (
        <Folded head={name}>
          {tools}
          {children}
        </Folded>
      ) : (
        <>
          <div className={css.head}>
            {name}
            {tools}
          </div>
          {children}
        </>
      )}
    </section>
  )
}

function Folded({ head, children }: { head: ReactNode; children: ReactNode }) {
  const folded = useRef<HTMLDetailsElement>(null)
  const place = useLocation()
  useEffect(() => {
    const { current } = folded
    if (!current || place.anchor === '') return
    const name = CSS.escape(place.anchor)
    const linked = `[data-anchor~="${name}"], #${name}`
    if (current.querySelector(linked) || current.closest(`:is(${linked}):not(main)`)) {
      current.open = true
    }
  }, [place])
  return (
    <details ref={folded} className={css.folded}>
      <summary className={css.head}>{head}</summary>
      <div className={css.inside}>{children}</div>
    </details>
  )
}
