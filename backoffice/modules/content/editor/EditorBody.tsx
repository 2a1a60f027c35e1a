import type { ReactNode } from 'react'

import css from '#backoffice/modules/content/editor/Editor.module.css'
import {
  ChosenTextsHead,
  OpenPageLink,
  PagePane,
  type ShownOn,
} from '#backoffice/modules/content/editor/PagePane.tsx'
import type { TypedChanges } from '#backoffice/modules/content/editor/text-changes.ts'
import type { TextShape } from '#backoffice/modules/content/editor/text-definition.ts'
import type { EditedLanguages } from '#backoffice/modules/content/editor/use-edited-languages.ts'
import type { PageView } from '#backoffice/modules/content/editor/use-page-view.ts'
import { contentNodeAddress, contentNodeName } from '#backoffice/i18n/content-node-names.ts'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { ChoiceBar } from '#backoffice/kit/form/ChoiceBar.tsx'
import { FormField } from '#backoffice/kit/form/FormField.tsx'
import { TextLanguages } from '#backoffice/kit/form/TextLanguages.tsx'
import { BackofficeLink, useQueryParams } from '#backoffice/kit/router/address.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { Staff } from '#contract/staff/sign-in.staff.ts'
import type { Language } from '#domain/language.ts'

/** Switches between the page with its texts and the texts alone, and opens the page in a new tab. */
export function PageActions({
  view,
  staff,
  channel,
  shownOn,
}: Pick<EditorBodyProps, 'view' | 'staff' | 'channel' | 'shownOn'>) {
  const t = useTranslate()
  if (!view.canShow) return null
  return (
    <>
      {view.isPage && shownOn && !shownOn.isOnlyHere ? (
        <OpenPageLink
          staff={staff}
          channel={channel.id}
          shownOn={shownOn}
          language={view.language}
        />
      ) : null}
      <ChoiceBar
        label={t('editor.view')}
        chosen={view.isPage ? 'page' : 'texts'}
        choices={[
          { value: 'page', name: t('editor.page') },
          { value: 'texts', name: t('editor.texts') },
        ]}
        onChoose={view.show}
      />
    </>
  )
}

type EditorBodyProps = {
  staff: Staff
  channel: { id: string }
  title: string
  texts: readonly TextShape[]
  shownOn?: ShownOn | null
  renderAside?: (typed: TypedChanges, language: Language) => ReactNode
  view: PageView
  typed: TypedChanges
  languages: EditedLanguages
  saved: number
  list: ReactNode
}

export function EditorBody(props: EditorBodyProps) {
  const { staff, channel, title, texts, shownOn, renderAside } = props
  const { view, typed, languages, saved, list } = props
  const t = useTranslate()
  const mayWrite = staff.permissions.includes('content.write')
  const choice = <LanguageChoice languages={languages} compact={view.isPage} />
  if (!view.isPage || !shownOn) {
    return (
      <>
        <div className={css.bar}>
          <TextSearch />
          {choice}
        </div>
        {mayWrite ? <p className={css.helpAlone}>{t('editor.helpTexts')}</p> : null}
        <div className={renderAside ? css.withAside : css.alone}>
          {list}
          {renderAside ? (
            <aside className={css.aside}>{renderAside(typed, view.language)}</aside>
          ) : null}
        </div>
      </>
    )
  }
  return (
    <div className={css.withPage}>
      <PagePane
        staff={staff}
        channel={channel.id}
        title={title}
        shownOn={shownOn}
        texts={texts}
        typed={typed}
        chosen={view.chosen}
        language={view.language}
        saved={saved}
        onChoose={view.choose}
        onOrder={view.setOrder}
        languages={choice}
      />
      <Panel {...props} />
    </div>
  )
}

/** The texts beside their page: all of them, or only the clicked ones. */
function Panel({ staff, channel, view, list }: EditorBodyProps) {
  const t = useTranslate()
  return (
    <div ref={view.panel} className={css.panel}>
      {view.elsewhere.map((path) => (
        <Notice key={path} kind="info">
          <BackofficeLink to={contentNodeAddress({ name: path, channel: channel.id })}>
            {t('editor.elsewhere', { name: contentNodeName(t, path) })}
          </BackofficeLink>
        </Notice>
      ))}
      {view.isChosen ? (
        <ChosenTextsHead onAll={() => view.choose([])} />
      ) : (
        <>
          {staff.permissions.includes('content.write') ? (
            <p className={css.help}>{t('editor.help')}</p>
          ) : null}
          <TextSearch />
        </>
      )}
      {list}
    </div>
  )
}

/** Chooses the language of the page and its texts, and a second one to compare with. */
function LanguageChoice({ languages, compact }: { languages: EditedLanguages; compact: boolean }) {
  const t = useTranslate()
  return (
    <TextLanguages
      {...languages}
      compact={compact}
      signOf={(language) =>
        languages.isWritten(language) ? { kind: 'typed', text: t('notSaved') } : null
      }
      onChoose={languages.choose}
      onAll={languages.showAll}
    />
  )
}

function TextSearch() {
  const t = useTranslate()
  const [query, change] = useQueryParams()
  return (
    <div className={css.search} role="search" aria-label={t('findInPage')}>
      <FormField
        label={<span className="visually-hidden">{t('findInPage')}</span>}
        placeholder={t('findInPage')}
        type="search"
        value={query.get('find') ?? ''}
        onChange={({ target }) => change({ find: target.value }, { replace: true })}
      />
    </div>
  )
}
