import type { ReactNode } from 'react'

import css from '#backoffice/modules/content/editor/Editor.module.css'
import {
  ChosenHead,
  OpenPage,
  PagePane,
  type ShownOn,
} from '#backoffice/modules/content/editor/PagePane.tsx'
import type { TypedChanges } from '#backoffice/modules/content/editor/text-changes.ts'
import { languageName, type TextShape } from '#backoffice/modules/content/editor/text-definition.ts'
import type { PageView } from '#backoffice/modules/content/editor/use-page-view.ts'
import { contentNodeAddress, contentNodeName } from '#backoffice/i18n/content-node-names.ts'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { ChoiceBar } from '#backoffice/kit/form/ChoiceBar.tsx'
import { FormCheckbox, FormField } from '#backoffice/kit/form/FormField.tsx'
import { BackofficeLink, useQueryParams } from '#backoffice/kit/router/address.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { Staff } from '#contract/staff/sign-in.staff.ts'
import { allLanguages } from '#domain/language.ts'

/** The page with its texts beside it, or the texts alone, and the way to the page in a tab of its own. */
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
      {view.isPage && shownOn ? (
        <OpenPage staff={staff} channel={channel.id} shownOn={shownOn} language={view.language} />
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
  renderAside?: (typed: TypedChanges) => ReactNode
  view: PageView
  typed: TypedChanges
  languages: readonly string[]
  saved: number
  list: ReactNode
}

export function EditorBody(props: EditorBodyProps) {
  const { staff, channel, title, texts, shownOn, renderAside } = props
  const { view, typed, languages, saved, list } = props
  const t = useTranslate()
  const help = (
    <p className={view.isPage ? css.help : css.helpAlone}>
      {t(view.isPage ? 'editor.help' : 'editor.helpTexts')}
    </p>
  )
  if (!view.isPage || !shownOn) {
    return (
      <>
        <TextSearch languages={languages} />
        {help}
        <div className={renderAside ? css.withAside : css.alone}>
          {list}
          {renderAside ? <aside className={css.aside}>{renderAside(typed)}</aside> : null}
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
        onLanguage={view.setLanguage}
        onChoose={view.choose}
      />
      <div className={css.panel}>
        {view.elsewhere.map((path) => (
          <Notice key={path} kind="info">
            <BackofficeLink to={contentNodeAddress({ name: path, channel: channel.id })}>
              {t('editor.elsewhere', { name: contentNodeName(t, path) })}
            </BackofficeLink>
          </Notice>
        ))}
        {view.isChosen ? (
          <ChosenHead onAll={() => view.choose([])} />
        ) : (
          <>
            {help}
            <TextSearch languages={languages} />
          </>
        )}
        {list}
      </div>
    </div>
  )
}

function TextSearch({ languages }: { languages: readonly string[] }) {
  const t = useTranslate()
  const [asked, change] = useQueryParams()
  return (
    <div className={css.look} role="search" aria-label={t('findInPage')}>
      <FormField
        label={t('findInPage')}
        type="search"
        value={asked.get('find') ?? ''}
        onChange={({ target }) => change({ find: target.value }, { replace: true })}
      />
      <fieldset className={css.languages}>
        <legend>{t('languagesShown')}</legend>
        {allLanguages.map((language) => (
          <FormCheckbox
            key={language}
            checked={languages.includes(language)}
            onChange={({ target }) => {
              const next = allLanguages.filter((one) =>
                one === language ? target.checked : languages.includes(one),
              )
              change(
                { languages: next.length === allLanguages.length ? null : next.join(',') },
                { replace: true },
              )
            }}
          >
            {languageName(t, language)}
          </FormCheckbox>
        ))}
      </fieldset>
    </div>
  )
}
