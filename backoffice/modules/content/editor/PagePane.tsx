import { type ReactNode, useMemo, useState } from 'react'

import css from '#backoffice/modules/content/editor/PagePane.module.css'
import { changedTexts } from '#backoffice/modules/content/editor/page-places.ts'
import type { TypedChanges } from '#backoffice/modules/content/editor/text-changes.ts'
import type { TextShape } from '#backoffice/modules/content/editor/text-definition.ts'
import { DeviceSwitch, useDevice } from '#backoffice/modules/content/preview/DeviceSwitch.tsx'
import { PreviewFrame } from '#backoffice/modules/content/preview/PreviewFrame.tsx'
import { useQueryParams, withQueryParams } from '#backoffice/kit/router/address.tsx'
import { ActionIconButton, actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { BackofficeIcon } from '#backoffice/kit/display/BackofficeIcon.tsx'
import { ChoiceBar } from '#backoffice/kit/form/ChoiceBar.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { PreviewOrder, TextPlace } from '#contract/shared/preview-messages.ts'
import type { Staff } from '#contract/staff/sign-in.staff.ts'
import type { Language } from '#domain/language.ts'

/** The page of the shop that shows the texts of a component. `welcome`: with the welcome overlay open. */
export type ShownOn = {
  page: string
  welcome: boolean
  /** The page cannot open in a new tab: a preview there is logged in and shows no login page. */
  isOnlyHere?: boolean
}

type PagePaneProps = {
  staff: Staff
  channel: string
  title: string
  shownOn: ShownOn
  texts: readonly TextShape[]
  typed: TypedChanges
  chosen: readonly TextPlace[]
  language: Language
  /** Grows with each save, so that the page loads again. */
  saved: number
  onChoose: (places: readonly TextPlace[]) => void
  /** The texts in the order in which the page shows them. */
  onOrder: (places: readonly TextPlace[]) => void
  /** The choice of the languages. */
  languages: ReactNode
}

/** The real page of the shop. A click on a text chooses it, and what is typed is shown at once. */
export function PagePane(props: PagePaneProps) {
  const { staff, channel, title, shownOn, language, onChoose, onOrder, languages } = props
  const t = useTranslate()
  const mayWrite = staff.permissions.includes('content.write')
  const [mode, setMode] = useState<Mode>(mayWrite ? 'edit' : 'browse')
  const releases = useShownReleases(staff)
  const [isLive, setLive] = useState(false)
  const [device, chooseDevice] = useDevice()
  const orders = useOrders(props, mode === 'edit', isLive)
  // The preview opens in the first language. Later changes of the language are sent to the open page.
  const [first] = useState(language)
  const preview = { channel, language: first, releases: isLive ? [] : releases }
  const { page, welcome } = shownOn
  return (
    <section className={css.pane} aria-label={t('editor.page')}>
      <div className={css.tools}>
        {languages}
        {mayWrite ? (
          <ChoiceBar
            label={t('editor.mode')}
            chosen={mode}
            choices={[
              { value: 'edit', name: t('editor.edit') },
              { value: 'browse', name: t('editor.browse') },
            ]}
            onChoose={setMode}
          />
        ) : null}
        {releases.length > 0 ? (
          <ChoiceBar
            label={t('editor.version')}
            chosen={isLive ? 'live' : 'draft'}
            choices={[
              { value: 'live', name: t('release.state.live') },
              { value: 'draft', name: t('release.state.draft') },
            ]}
            onChoose={(version) => setLive(version === 'live')}
          />
        ) : null}
        <DeviceSwitch device={device} onChoose={chooseDevice} />
      </div>
      <PreviewFrame
        name="editor"
        title={t('editor.frame', { name: title })}
        staff={staff}
        options={preview}
        page={page}
        welcome={welcome}
        device={device}
        orders={orders}
        onReport={(report) => {
          if (report.kind === 'chosen') onChoose(report.places)
          else if (report.kind === 'order') onOrder(report.places)
        }}
      />
    </section>
  )
}

type Mode = 'edit' | 'browse'

/** Opens the page in a new tab. */
export function OpenPageLink({
  staff,
  channel,
  shownOn: { page, welcome },
  language,
}: Pick<PagePaneProps, 'staff' | 'channel' | 'shownOn' | 'language'>) {
  const t = useTranslate()
  const address = withQueryParams(new URLSearchParams({ channel, language, page }), {
    releases: useShownReleases(staff).join(','),
    welcome: welcome ? 'yes' : null,
  })
  return (
    <a
      className={actionButtonClass('plain')}
      href={`/backoffice/preview/shop?${address}`}
      target="_blank"
      rel="noopener"
    >
      <BackofficeIcon name="eye" />
      {t('preview.newTab')}
    </a>
  )
}

/** The draft that receives the texts, if the user may preview it in the shop. */
function useShownReleases(staff: Staff): string[] {
  const [query] = useQueryParams()
  const release = query.get('release') ?? ''
  return release !== '' && staff.permissions.includes('preview.compose') ? [release] : []
}

function useOrders(
  { texts, typed, chosen, language, saved }: PagePaneProps,
  isEditing: boolean,
  isLive: boolean,
): PreviewOrder[] {
  return useMemo(
    () => [
      { kind: 'editing', on: isEditing },
      { kind: 'language', language },
      { kind: 'texts', changed: isLive ? [] : changedTexts(texts, typed, language) },
      { kind: 'show', places: [...chosen] },
      { kind: 'refresh', revision: saved },
    ],
    [texts, typed, chosen, language, saved, isEditing, isLive],
  )
}

/** The head of the clicked texts, with a button that shows all texts of the page again. */
export function ChosenTextsHead({ onAll }: { onAll: () => void }) {
  const t = useTranslate()
  return (
    <p className={css.chosen}>
      <ActionIconButton icon="previous" label={t('editor.allTexts')} onClick={onAll} />
      <span aria-hidden="true">{t('editor.allTexts')}</span>
    </p>
  )
}
