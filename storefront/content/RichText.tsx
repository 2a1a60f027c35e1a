import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'

import type { Language } from '#domain/language.ts'
import { fillTemplate, localizedDates, type TemplateValues } from '#domain/text-template.ts'
import { useHolderValues } from '#storefront/content/holder-values.ts'
import { useLanguage } from '#storefront/use-language.ts'
import type { Words } from '#storefront/words.tsx'
import { classNames } from '#ui/class-names.ts'
import css from './RichText.module.css'

/**
 * A text of the editors with its headings, lists and links, made safe when it was saved: the holder's values are
 * filled in, dates are written out, and links into the shop stay in the shop.
 */
export function RichText({
  words,
  name,
  className,
}: {
  words: Words
  name: string
  className?: string | undefined
}) {
  const chosen = useLanguage()
  const values = useHolderValues()
  const box = useRef<HTMLDivElement>(null)
  useLinksInside(box)
  const html = words.html(name)
  if (html === '') return null
  const filled = filledHtml(html, values, chosen)
  return (
    <div
      ref={box}
      className={classNames(css.prose, className)}
      lang={words.lang(name)}
      // oxlint-disable-next-line react/no-danger
      dangerouslySetInnerHTML={{ __html: filled }}
    />
  )
}

function filledHtml(html: string, values: TemplateValues, language: Language): string {
  const safe = Object.entries(values).map(([name, value]) => [name, escaped(String(value ?? ''))])
  return localizedDates(fillTemplate(html, Object.fromEntries(safe) as TemplateValues), language)
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? '')

/** The editors' links are plain ones; without this each would load the whole shop anew. */
function useLinksInside(box: { current: HTMLElement | null }) {
  const navigate = useNavigate()
  useEffect(() => {
    const element = box.current
    if (!element) return
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (!link || event.defaultPrevented || event.button !== 0 || link.target === '_blank') return
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      if (link.origin !== location.origin) return
      event.preventDefault()
      void navigate(link.pathname + link.search + link.hash)
    }
    element.addEventListener('click', follow)
    return () => element.removeEventListener('click', follow)
  })
}
