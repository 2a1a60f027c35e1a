import { useEffect, useRef } from 'react'
import { useNavigate } from '#storefront/router/router.tsx'

import { localizedDates } from '#domain/content/text-template.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import type { PageTexts } from '#storefront/i18n/texts.tsx'
import { classNames } from '#ui/lib/class-names.ts'
import css from './RichText.module.css'
import { trustedHtml } from '#ui/lib/trusted-types.ts'

/**
 * A text of the editors with headings, lists and links, sanitised when it was saved. Placeholders are filled in,
 * dates are written out, and links within the shop do not reload the page.
 */
export function RichText({
  texts,
  name,
  className,
}: {
  texts: PageTexts
  name: string
  className?: string | undefined
}) {
  const chosen = useLanguage()
  const box = useRef<HTMLDivElement>(null)
  useLinksInside(box)
  const html = texts.html(name)
  if (html === '') return null
  return (
    <div
      ref={box}
      className={classNames(css.prose, className)}
      lang={texts.lang(name)}
      // oxlint-disable-next-line react/no-danger
      dangerouslySetInnerHTML={{ __html: trustedHtml(localizedDates(html, chosen)) }}
    />
  )
}

/** Editors' links are plain HTML and would reload the whole shop. */
function useLinksInside(box: { current: HTMLElement | null }) {
  const navigate = useNavigate()
  useEffect(() => {
    const element = box.current
    if (!element) return
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (!link || event.defaultPrevented || event.button !== 0 || link.target === '_blank') return
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      if (link.origin !== location.origin) return
      event.preventDefault()
      void navigate(link.pathname + link.search + link.hash)
    }
    element.addEventListener('click', onClick)
    return () => element.removeEventListener('click', onClick)
  })
}
