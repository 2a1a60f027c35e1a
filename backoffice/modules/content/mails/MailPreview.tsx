import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

import css from '#backoffice/modules/content/mails/MailsPage.module.css'
import { languageName } from '#backoffice/modules/content/editor/text-definition.ts'
import { entriesOf, type TypedChanges } from '#backoffice/modules/content/editor/text-changes.ts'
import { valueOf } from '#backoffice/kit/rich-text/value-text.ts'
import { useQueryParams } from '#backoffice/kit/router/address.tsx'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { useLater } from '#backoffice/kit/form/use-later.ts'
import { FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { allLanguages, languageOf } from '#domain/language.ts'
import { parseHtml } from '#ui/lib/trusted-types.ts'

const TYPING_MS = 400

/** The mail in the channel's theme with sample values, updated while the user types. */
export function MailPreview({
  channel,
  mail,
  release,
  typed,
}: {
  channel: string
  mail: string
  release: string
  typed: TypedChanges
}) {
  const t = useTranslate()
  const [asked, change] = useQueryParams()
  const language = languageOf(asked.get('as') ?? '') ?? 'nl'
  const words = useLater(JSON.stringify(wordsIn(typed, language)), TYPING_MS)
  const { data } = useQuery({
    ...staffQuery('mailPreview', {
      channel,
      mail,
      language,
      ...(release === '' ? {} : { release }),
      ...(words === '{}' ? {} : { words }),
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <section className={css.preview} aria-label={t('mailPreview')}>
      <div className={css.head}>
        <h2>{t('mailPreview')}</h2>
        <FormSelect
          label={t('language')}
          value={language}
          onChange={({ target }) => change({ as: target.value }, { replace: true })}
        >
          {allLanguages.map((one) => (
            <option key={one} value={one}>
              {languageName(t, one)}
            </option>
          ))}
        </FormSelect>
      </div>
      {data ? (
        <>
          <p className={css.subject} lang={language}>
            {data.subject}
          </p>
          <MailBody html={data.html} language={language} label={data.subject} />
          <p className={css.soft}>{t('mailPreviewHelp')}</p>
        </>
      ) : null}
    </section>
  )
}

/** In a tree of its own, whose styles are put on one by one: the back office allows none that are written. */
export function MailBody({
  html,
  language,
  label,
}: {
  html: string
  language: string
  label: string
}) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const host = place.current
    if (!host) return
    const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
    const { body } = parseHtml(html)
    const mail = document.createElement('div')
    for (const child of body.childNodes) mail.append(document.importNode(child, true))
    for (const element of mail.querySelectorAll<HTMLElement>('[data-style]')) {
      element.style.cssText = element.dataset['style'] ?? ''
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
    root.replaceChildren(mail)
  }, [html])
  return <div ref={place} className={css.mail} role="img" aria-label={label} lang={language} />
}

function wordsIn(typed: TypedChanges, language: string): Record<string, string> {
  return Object.fromEntries(
    entriesOf(typed).flatMap(([, { kind, key, after }]) => {
      const { mail, key: name } = key
      if (kind !== 'mail' || key['language'] !== language) return []
      if (typeof mail !== 'string' || typeof name !== 'string') return []
      return [[`${mail} ${name}`, valueOf(after)] as const]
    }),
  )
}
