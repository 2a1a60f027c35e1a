import { type FormEvent, useState } from 'react'

import css from '#backoffice/modules/content/menu/MenuPage.module.css'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { FormField, FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'

const CODE = /^[a-z0-9][a-z0-9-]{0,79}$/

function codeIssue(code: string, isTaken: boolean) {
  if (!CODE.test(code)) return 'codeWrong'
  return isTaken ? 'codeTaken' : null
}

export function NewMenuItem({
  kind,
  channel,
  taken,
  create,
}: {
  kind: 'navigation' | 'tile'
  channel: string
  taken: readonly string[]
  create: (subject: string, key: Record<string, unknown>, texts: Record<string, string>) => void
}) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const [id, setId] = useState('')
  const [title, setTitle] = useState('')
  const [tile, setTile] = useState('category')
  const [issue, setIssue] = useState<string | null>(null)
  function add(event: FormEvent) {
    event.preventDefault()
    const code = id.trim()
    const subject = kind === 'tile' ? `${channel} ${tile} ${code}` : `${channel} ${code}`
    const problem = codeIssue(code, taken.includes(subject))
    setIssue(problem && t(problem))
    if (problem) return
    create(subject, kind === 'tile' ? { channel, tile, id: code } : { channel, id: code }, {
      [language]: title.trim() === '' ? code : title.trim(),
    })
    setId('')
    setTitle('')
  }
  return (
    <form className={css.newItem} aria-label={t('newItem')} onSubmit={add}>
      {kind === 'tile' ? (
        <FormSelect label={t('kind')} value={tile} onChange={({ target }) => setTile(target.value)}>
          <option value="category">{t('tile.category')}</option>
          <option value="brand">{t('tile.brand')}</option>
        </FormSelect>
      ) : null}
      <FormField
        label={t('title')}
        value={title}
        maxLength={500}
        onChange={({ target }) => setTitle(target.value)}
      />
      <FormField
        label={t('code')}
        hint={t('codeHelp')}
        issue={issue}
        value={id}
        onChange={({ target }) => setId(target.value)}
      />
      <ActionButton type="submit" icon="plus">
        {t('newItem')}
      </ActionButton>
    </form>
  )
}
