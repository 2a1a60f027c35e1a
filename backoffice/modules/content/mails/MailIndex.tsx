import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import { groupedMails } from '#backoffice/modules/content/mails/mail-groups.ts'
import { MailBody } from '#backoffice/kit/display/MailBody.tsx'
import css from '#backoffice/modules/content/mails/MailIndex.module.css'
import { mailName } from '#backoffice/kit/domain-texts/mail-texts.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { BackofficeLink, useQueryParams, withQueryParams } from '#backoffice/kit/router/address.tsx'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import type { MailText } from '#domain/mail/mails.ts'
import { type Language, languageOf } from '#domain/language.ts'

/** All emails with a small preview, in the order of a gift's life. */
export function MailIndex({ channel }: { channel: string }) {
  const t = useTranslate()
  const [query] = useQueryParams()
  const { language: staffLanguage } = useBackofficeLanguage()
  const language = languageOf(query.get('as') ?? '') ?? languageOf(staffLanguage) ?? 'nl'
  return (
    <div className={css.index}>
      {groupedMails.map(({ group, mails }) => (
        <section key={group} aria-label={t(`mailGroup.${group}`)}>
          <h2>{t(`mailGroup.${group}`)}</h2>
          <ul className={css.cards}>
            {mails.map((mail) => (
              <li key={mail}>
                <BackofficeLink className={css.card} to={`?${withQueryParams(query, { mail })}`}>
                  <Thumbnail channel={channel} mail={mail} language={language} />
                  <span className={css.name}>{mailName(t, mail)}</span>
                </BackofficeLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** The small preview of an email. It loads shortly before it becomes visible. */
function Thumbnail({
  channel,
  mail,
  language,
}: {
  channel: string
  mail: MailText
  language: Language
}) {
  const thumbnail = useRef<HTMLSpanElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const element = thumbnail.current
    if (!element) return
    const watch = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        setNear(true)
        watch.disconnect()
      },
      { rootMargin: '200px' },
    )
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  const { data } = useQuery({
    ...staffQuery('mailPreview', { channel, mail, language }),
    enabled: isNear,
  })
  return (
    <span ref={thumbnail} className={css.thumbnail} aria-hidden="true">
      {data ? (
        <span className={css.scaled}>
          <MailBody html={data.html} language={language} label={data.subject} />
        </span>
      ) : null}
    </span>
  )
}
