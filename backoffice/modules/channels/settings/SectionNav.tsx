import { useEffect, useRef, useState } from 'react'

import { useLocation } from '#backoffice/kit/router/address.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

import css from './Settings.module.css'

type SectionLink = { id: string; name: string }

/** The sections of the page. The one that is being read is marked. */
export function SectionNav({ sections }: { sections: readonly SectionLink[] }) {
  const t = useTranslate()
  const [current, choose] = useCurrent(sections)
  return (
    <nav className={css.nav} aria-label={t('channel.sections')}>
      <ul>
        {sections.map(({ id, name }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === current ? 'location' : undefined}
              onClick={() => choose(id)}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The section that was chosen, or after a scroll the one that is nearest below the top of the window. */
function useCurrent(sections: readonly SectionLink[]) {
  const place = useLocation()
  const linked = sections.find(({ id }) => id === place.anchor)?.id
  const [current, setCurrent] = useState(linked ?? sections[0]?.id)
  const [followed, follow] = useState(place)
  if (place !== followed) {
    follow(place)
    if (linked !== undefined) setCurrent(linked)
  }
  /** The page scrolls to the chosen section by itself, and may not reach its top. */
  const isChosen = useRef(false)
  useEffect(() => {
    isChosen.current = linked !== undefined
  }, [place, linked])
  const ids = sections.map(({ id }) => id).join(' ')
  useEffect(() => {
    const elements = ids.split(' ').flatMap((id) => document.getElementById(id) ?? [])
    const shown = new Set<Element>()
    const watch = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) shown.add(target)
          else shown.delete(target)
        }
        const first = elements.find((element) => shown.has(element))
        if (first && !isChosen.current) setCurrent(first.id)
      },
      { rootMargin: '-15% 0px -55% 0px' },
    )
    for (const element of elements) watch.observe(element)
    const scrolls = () => {
      isChosen.current = false
    }
    for (const event of SCROLL_EVENTS) window.addEventListener(event, scrolls, { passive: true })
    return () => {
      watch.disconnect()
      for (const event of SCROLL_EVENTS) window.removeEventListener(event, scrolls)
    }
  }, [ids])
  const choose = (id: string) => {
    isChosen.current = true
    setCurrent(id)
  }
  return [current, choose] as const
}

const SCROLL_EVENTS = ['wheel', 'touchmove', 'keydown'] as const
