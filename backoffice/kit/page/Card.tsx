import { type ReactNode, useEffect, useId, useRef, useState } from 'react'

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
  const name = (
    <>
      <h2 id={id}>{title}</h2>
      {aside === undefined ? null : <span className={css.aside}>{aside}</span>}
    </>
  )
  const tools = actions === undefined ? null : <div className={css.actions}>{actions}</div>
  return (
    <section className={css.card} aria-labelledby={id}>
      {foldsOnPhone ? (
        <FoldingContent name={name} tools={tools}>
          {children}
        </FoldingContent>
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

/** Always open on a wide screen. The tree is the same at every width, so that a turned phone keeps all input. */
function FoldingContent({
  name,
  tools,
  children,
}: {
  name: ReactNode
  tools: ReactNode
  children: ReactNode
}) {
  const isPhone = useMedia(PHONE)
  // Content that is visible stays visible if the window becomes narrow.
  const [isOpen, setOpen] = useState(!isPhone)
  const folded = useRef<HTMLDetailsElement>(null)
  const location = useLocation()
  useEffect(() => {
    const { current } = folded
    if (!current || location.anchor === '') return
    const anchor = CSS.escape(location.anchor)
    const linked = `[data-anchor~="${anchor}"], #${anchor}`
    if (current.querySelector(linked) || current.closest(`:is(${linked}):not(main)`)) {
      current.open = true
    }
  }, [location])
  return (
    <details
      ref={folded}
      className={css.folded}
      open={isOpen || !isPhone}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className={css.head} hidden={!isPhone}>
        {isPhone ? name : null}
      </summary>
      <div className={css.inside}>
        <div className={css.head} hidden={isPhone && tools === null}>
          {isPhone ? null : name}
          {tools}
        </div>
        {children}
      </div>
    </details>
  )
}
