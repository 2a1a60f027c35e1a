import { keepPreviousData, useQuery } from '@tanstack/react-query'

import css from '#backoffice/modules/content/mails/MailsPage.module.css'
import { entriesOf, type TypedChanges } from '#backoffice/modules/content/editor/text-changes.ts'
import { valueOf } from '#backoffice/kit/rich-text/value-text.ts'
import { useQueryParams } from '#backoffice/kit/router/address.tsx'
import { MailBody } from '#backoffice/kit/display/MailBody.tsx'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { useDebounced } from '#backoffice/kit/form/use-debounced.ts'
import { ChoiceBar } from '#backoffice/kit/form/ChoiceBar.tsx'
import { DeviceSwitch, useDevice } from '#backoffice/modules/content/preview/DeviceSwitch.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { Language } from '#domain/language.ts'

const TYPING_MS = 400

/** The mail in the channel's theme with sample values, updated while the user types. */
export function MailPreview({
  channel,
  mail,
  release,
  typed,
  language,
}: {
  channel: string
  mail: string
  release: string
  typed: TypedChanges
  language: Language
}) {
  const t = useTranslate()
  const [query] = useQueryParams()
  const [device] = useDevice()
  const isDark = query.get('theme') === 'dark'
  const unsavedTexts = useDebounced(JSON.stringify(typedTexts(typed, language)), TYPING_MS)
  const { data } = useQuery({
    ...staffQuery('mailPreview', {
      channel,
      mail,
      language,
      ...(release === '' ? {} : { release }),
      words: JSON.parse(unsavedTexts) as Record<string, string>,
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <section className={css.preview} aria-label={t('mailPreview')}>
      <PreviewHead />
      {data ? (
        <>
          <p className={css.subject} lang={language}>
            {data.subject}
          </p>
          <div className={device === 'phone' ? css.phone : undefined}>
            <MailBody
              html={data.html}
              style={shownStyle(data.style, { isDark, isNarrow: device === 'phone' })}
              language={language}
              label={data.subject}
            />
          </div>
          <p className={css.soft}>{t('mailPreviewHelp')}</p>
        </>
      ) : null}
    </section>
  )
}

/** Chooses the width and the theme of the preview. */
function PreviewHead() {
  const t = useTranslate()
  const [query, change] = useQueryParams()
  const [device, chooseDevice] = useDevice()
  return (
    <div className={css.head}>
      <h2>{t('mailPreview')}</h2>
      <DeviceSwitch device={device} onChoose={chooseDevice} />
      <ChoiceBar
        label={t('theme')}
        chosen={query.get('theme') === 'dark' ? 'dark' : 'light'}
        choices={[
          { value: 'light', name: t('theme.light') },
          { value: 'dark', name: t('theme.dark') },
        ]}
        onChoose={(theme) => change({ theme: theme === 'dark' ? theme : null }, { replace: true })}
      />
    </div>
  )
}

/** Shows the chosen theme and width, independent of the user's own screen. */
function shownStyle(style: string, { isDark, isNarrow }: { isDark: boolean; isNarrow: boolean }) {
  const mediaRule = (applies: boolean) => (applies ? '@media all' : '@media not all')
  return style
    .replaceAll('[style*=', '[data-style*=')
    .replace('@media (prefers-color-scheme:dark)', mediaRule(isDark))
    .replace(/@media \(max-width:\d+px\)/, mediaRule(isNarrow))
}

function typedTexts(typed: TypedChanges, language: string): Record<string, string> {
  return Object.fromEntries(
    entriesOf(typed).flatMap(([, { kind, key, after }]) => {
      const { mail, key: name } = key
      if (kind !== 'mail' || key['language'] !== language) return []
      if (typeof mail !== 'string' || typeof name !== 'string') return []
      return [[`${mail} ${name}`, valueOf(after)] as const]
    }),
  )
}
