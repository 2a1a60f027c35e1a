import { useEffect, useRef } from 'react'

import { parseHtml } from '#ui/lib/trusted-types.ts'

import css from './MailBody.module.css'

/** Shows a mail in a shadow tree. A script applies its styles, because the back office's policy forbids inline styles. */
export function MailBody({
  html,
  style = '',
  language,
  label,
}: {
  html: string
  style?: string
  language: string
  label: string
}) {
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const host = container.current
    if (!host) return
    const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
    const { body } = parseHtml(html)
    const mail = document.createElement('div')
    for (const child of body.childNodes) mail.append(document.importNode(child, true))
    for (const element of mail.querySelectorAll<HTMLElement>('[data-style]')) {
      element.style.cssText = (element.dataset['style'] ?? '').replace(
        'font-family:Figtree',
        'font-family:var(--font-text)',
      )
    }
    // Links are removed because the mail has no real order.
    for (const link of mail.querySelectorAll('a')) {
      link.removeAttribute('href')
      link.removeAttribute('target')
    }
    for (const part of mail.querySelectorAll('[role=main], [role=contentinfo]')) {
      part.removeAttribute('role')
    }
    for (const picture of mail.querySelectorAll('img')) {
      const src = new URL(picture.src, window.location.href)
      picture.src = src.pathname + src.search
    }
    for (const title of mail.querySelectorAll('h1, h2')) title.setAttribute('role', 'presentation')
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(style)
    root.adoptedStyleSheets = [sheet]
    root.replaceChildren(mail)
  }, [html, style])
  return <div ref={container} className={css.mail} role="img" aria-label={label} lang={language} />
}
