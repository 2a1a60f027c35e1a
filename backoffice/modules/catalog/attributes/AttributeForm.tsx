import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { giftsOf, type Word } from '#backoffice/modules/catalog/attributes/attribute-kinds.ts'
import {
  AttributeFields,
  type AttributeValues,
} from '#backoffice/modules/catalog/attributes/AttributeFields.tsx'
import {
  RemoveAttribute,
  type RemoveAttributeProps,
} from '#backoffice/modules/catalog/attributes/RemoveAttribute.tsx'
import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

import css from './AttributesPage.module.css'

type AttributeFormProps = Omit<RemoveAttributeProps, 'onGoing'> & {
  me: string
  mayWrite: boolean
  /** Who may, where the reader may not. */
  keepers: readonly string[]
}

/** One attribute: its names, its uses, and the actions that remove it. */
export function AttributeForm(props: AttributeFormProps) {
  const t = useTranslate()
  const { word, words, mayWrite, keepers } = props
  // While the attribute is being removed, its uses are not requested.
  const [going, setGoing] = useState(false)
  return (
    <div className={css.open}>
      {keepers.length > 0 ? (
        <Notice kind="info">{t('attribute.sharedHelp', { names: keepers.join(', ') })}</Notice>
      ) : null}
      <Names {...props} />
      {going ? null : <Uses word={word} words={words} />}
      {mayWrite ? <RemoveAttribute {...props} onGoing={setGoing} /> : null}
    </div>
  )
}

const valuesOf = ({ texts, hexcode, supplier_email, parent }: Word) => ({
  texts,
  hexcode: hexcode ?? '',
  mail: supplier_email,
  parent: parent ?? '',
})

/** The names as typed, and the version that they were typed over. */
function useAttributeDraft(word: Word, me: string, onDone: AttributeFormProps['onDone']) {
  const t = useTranslate()
  const draft = useDraft<AttributeValues & { parent: string }>(
    `${me}.word.${word.kind}.${word.id}`,
    valuesOf(word),
  )
  // What was typed was typed over this version, also when another one has come since.
  const [seen, setSeen] = useState<Word | null>(null)
  const action = useAction('changeAttribute', {
    done: ({ word: { name } }) => t('attribute.saved', { name }),
  })
  const { values } = draft
  const moved = seen !== null && draft.changed && seen.version !== word.version
  const type = (part: Partial<typeof values>) => {
    if (seen === null) setSeen(word)
    draft.type(part)
  }
  function clear() {
    draft.clear()
    setSeen(null)
  }
  async function save(version: number) {
    const saved = await action.run({
      kind: word.kind,
      id: word.id,
      version,
      ...(word.kind === 'brand'
        ? { name: values.texts['nl'] ?? '', supplier_email: values.mail }
        : { texts: values.texts }),
      ...(word.kind === 'value' ? { hexcode: values.hexcode } : {}),
      ...(word.kind === 'tag' ? { parent: values.parent } : {}),
    })
    if (!saved) return
    clear()
    onDone(saved.change)
  }
  return { draft, moved, seen, type, clear, save, action }
}

function Names({ word, words, me, mayWrite, onDone }: AttributeFormProps) {
  const t = useTranslate()
  const { draft, moved, seen, type, clear, save, action } = useAttributeDraft(word, me, onDone)
  const { values } = draft
  return (
    <Form
      title={word.name}
      titled={false}
      submit={t('save')}
      wrong={moved ? null : action.wrong}
      refusal={action.refusal}
      busy={action.busy}
      changed={draft.changed}
      onDiscard={clear}
      note={t('liveAtOnce')}
      onSubmit={async () => {
        if (mayWrite && !moved) await save(seen?.version ?? word.version)
      }}
    >
      <AttributeFields kind={word.kind} values={values} readOnly={!mayWrite} type={type} />
      {word.kind === 'tag' ? (
        <FormSelect
          label={t('attribute.group')}
          disabled={!mayWrite}
          value={values.parent}
          onChange={({ target }) => type({ parent: target.value })}
        >
          {words
            .filter(({ kind }) => kind === 'group')
            .map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
        </FormSelect>
      ) : null}
      {moved ? (
        <WrittenMeanwhile word={word} onMine={() => void save(word.version)} onTheirs={clear} />
      ) : null}
    </Form>
  )
}

/** Someone else saved other names after this form was filled in. */
function WrittenMeanwhile({
  word,
  onMine,
  onTheirs,
}: {
  word: Word
  onMine: () => void
  onTheirs: () => void
}) {
  const t = useTranslate()
  return (
    <Notice kind="warn">
      <p>{t('writtenMeanwhile')}</p>
      <p>{Object.values(word.texts).join(' · ')}</p>
      <div className={css.actions}>
        <ActionButton little onClick={onMine}>
          {t('takeMine')}
        </ActionButton>
        <ActionButton little onClick={onTheirs}>
          {t('takeTheirs')}
        </ActionButton>
      </div>
    </Notice>
  )
}

function Uses({ word, words }: Pick<AttributeFormProps, 'word' | 'words'>) {
  const t = useTranslate()
  const { data } = useQuery(staffQuery('attributeUses', { kind: word.kind, id: word.id }))
  const title = t('attribute.whereUsed', { name: word.name })
  if (!data) return null
  const { gifts, sold, inside, places, drafts } = data
  return (
    <section className={css.part} aria-label={title}>
      <h2>{title}</h2>
      <ul className={css.uses}>
        <li>
          {gifts > 0 ? (
            <BackofficeLink to={giftsOf(word, words)}>
              {t('attribute.usedPlain', { count: gifts })}
            </BackofficeLink>
          ) : (
            t('attribute.unused')
          )}
        </li>
        {sold > 0 ? <li>{t('attribute.sold', { count: sold })}</li> : null}
        {inside > 0 ? <li>{t('attribute.inside', { count: inside })}</li> : null}
        {places.map(({ channel, kind, id, name }) => (
          <li key={`${channel} ${kind} ${id}`}>
            <BackofficeLink
              to={`/backoffice/content/${kind === 'navigation' ? 'navigation' : 'tiles'}?channel=${channel}`}
            >
              {t(kind === 'navigation' ? 'attribute.inMenu' : 'attribute.onTile', {
                channel,
                name,
              })}
            </BackofficeLink>
          </li>
        ))}
        {drafts.map(({ id, name }) => (
          <li key={id}>
            <BackofficeLink to={`/backoffice/releases/${id}`}>
              {t('attribute.inDraft', { name })}
            </BackofficeLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
