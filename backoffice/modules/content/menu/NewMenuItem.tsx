import { type FormEvent, useState } from 'react'

import css from '#backoffice/modules/content/menu/MenuPage.module.css'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { FormField, FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { useBackofficeLanguage, useSay } from '#backoffice/i18n/translator.tsx'

const CODE = /^[a-z0-9][a-z0-9-]{0,79}$/

export function NewMenuItem({
  kind,
  channel,
  taken,
  make,
}: {
  kind: 'navigation' | 'tile'
  channel: string
  taken: readonly string[]
  make: (subject: string, key: Record<string, unknown>, texts: Record<string, string>) => void
}) {
  const say = useSay()
  const { language } = useBackofficeLanguage()
  const [id, setId] = useState('')
  const [title, setTitle] = useState('')
  const [tile, setTile] = useState('category')
  const [issue, setIssue] = useState<string | null>(null)
  function add(event: FormEvent) {
    event.preventDefault()
    const code = id.trim()
    const subject = kind === 'tile' ? `${channel} ${tile} ${code}` : `${channel} ${code}`
    const wrong = !CODE.test(code)
      ? say('codeWrong')
      : taken.includes(subject)
        ? say('codeTaken')
        : null
    setIssue(wrong)
    if (wrong) return
    make(subject, kind === 'tile' ? { channel, tile, id: code } : { channel, id: code }, {
      [language]: title.trim() === '' ? code : title.trim(),
    })
    setId('')
    setTitle('')
  }
  return (
    <form className={css.make} aria-label={say('newItem')} onSubmit={add}>
      {kind === 'tile' ? (
        <FormSelect
          label={say('kind')}
          value={tile}
          onChange={({ target }) => setTile(target.value)}
        >
          <option value="category">{say('tile.category')}</option>
          <option value="brand">{say('tile.brand')}</option>
        </FormSelect>
      ) : null}
      <FormField
        label={say('code')}
        hint={say('codeHelp')}
        issue={issue}
        value={id}
        onChange={({ target }) => setId(target.value)}
      />
      <FormField
        label={say('title')}
        value={title}
        maxLength={500}
        onChange={({ target }) => setTitle(target.value)}
      />
      <ActionButton type="submit" icon="plus">
        {say('newItem')}
      </ActionButton>
    </form>
  )
}
