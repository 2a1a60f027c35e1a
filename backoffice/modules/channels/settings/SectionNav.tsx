import { useEffect, useState } from 'react'

import { useTranslate } from '#backoffice/i18n/translator.tsx'

import css from './Settings.module.css'

type SectionLink = { id: string; name: string }

/** The sections of the page. The one that is being read is marked. */
export function SectionNav({ sections }: { sections: readonly SectionLink[] }) {
  const t = useTranslate()
  const current = useCurrent(sections)
  return (
    <nav className={css.nav} aria-label={t('channel.sections')}>
      <ul>
        {sections.map(({ id, name }) => (
          <li key={id}>
            <a href={`#${id}`} aria-current={id === current ? 'location' : undefined}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The section that is nearest below the top of the window. */
function useCurrent(sections: readonly SectionLink[]): string | undefined {
  const [current, setCurrent] = useState(sections[0]?.id)
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
        if (first) setCurrent(first.id)
      },
      { rootMargin: '-15% 0px -55% 0px' },
    )
    for (const element of elements) watch.observe(element)
    return () => watch.disconnect()
  }, [ids])
  return current
}
