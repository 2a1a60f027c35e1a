import type { KeyboardEvent, PointerEvent } from 'react'

import css from '#backoffice/modules/media/FocusField.module.css'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { FormField } from '#backoffice/kit/form/FormField.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { focusStyle, pictureUrl } from '#ui/lib/image-address.ts'

export type Focus = { x: number; y: number } | null

const CENTER = { x: 50, y: 50 }
const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
const LARGE_STEP = 10

const toPercent = (percent: number) => Math.min(100, Math.max(0, Math.round(percent)))

type FocusFieldProps = {
  file: string
  focus: Focus
  readOnly: boolean
  write: (focus: Focus) => void
}

/** The focal point of an image, set by click, arrow keys or numbers, with a preview of the shop's crops. */
export function FocusField(props: FocusFieldProps) {
  const { file, focus, readOnly, write } = props
  const t = useTranslate()
  const move = (x: number, y: number) => write({ x: toPercent(x), y: toPercent(y) })

  return (
    <div className={css.columns}>
      <div>
        <FocusImage {...props} move={move} />
        {readOnly ? null : <p className={css.soft}>{t('media.focusHelp')}</p>}
        <FocusNumbers {...props} move={move} />
        {focus ? null : <p className={css.soft}>{t('media.focusUnset')}</p>}
      </div>
      <Crops file={file} focus={focus} />
    </div>
  )
}

type MoveProps = FocusFieldProps & { move: (x: number, y: number) => void }

function FocusImage({ file, focus, readOnly, move }: MoveProps) {
  const t = useTranslate()
  const point = focus ?? CENTER
  const description = focus ? t('media.focusAt', point) : t('media.focusUnset')
  function moveByPointer({ currentTarget, clientX, clientY, buttons }: PointerEvent<HTMLElement>) {
    if (readOnly || buttons === 0) return
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    move(((clientX - left) / width) * 100, ((clientY - top) / height) * 100)
  }
  function moveByKey(event: KeyboardEvent) {
    const step = STEPS[event.key]
    if (!step || readOnly) return
    event.preventDefault()
    const distance = event.shiftKey ? LARGE_STEP : 1
    move(point.x + step[0] * distance, point.y + step[1] * distance)
  }
  return (
    // Its keys are explained beside it, and the number fields below do the same.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      className={css.picture}
      role="application"
      aria-roledescription={t('media.focus')}
      aria-label={description}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={readOnly ? undefined : 0}
      onPointerDown={moveByPointer}
      onPointerMove={moveByPointer}
      onKeyDown={moveByKey}
    >
      <img
        src={pictureUrl(file, file.endsWith('.svg') ? undefined : 960)}
        alt=""
        draggable={false}
      />
      {focus ? (
        <span
          className={css.point}
          style={{ insetInlineStart: `${focus.x}%`, insetBlockStart: `${focus.y}%` }}
        />
      ) : null}
    </div>
  )
}

function FocusNumbers({ focus, readOnly, write, move }: MoveProps) {
  const t = useTranslate()
  const point = focus ?? CENTER
  const field = (axis: 'x' | 'y') => (
    <FormField
      label={t(axis === 'x' ? 'media.focusX' : 'media.focusY')}
      type="number"
      min={0}
      max={100}
      readOnly={readOnly}
      value={focus ? focus[axis] : ''}
      onChange={({ target }) =>
        target.value === '' ? write(null) : move(...pointWith(point, axis, Number(target.value)))
      }
    />
  )
  return (
    <div className={css.numbers}>
      {field('x')}
      {field('y')}
      {focus && !readOnly ? (
        <ActionButton variant="plain" onClick={() => write(null)}>
          {t('media.focusNone')}
        </ActionButton>
      ) : null}
    </div>
  )
}

function Crops({ file, focus }: { file: string; focus: Focus }) {
  const t = useTranslate()
  return (
    <section className={css.crops} aria-label={t('media.crops')}>
      <h3>{t('media.crops')}</h3>
      <ul>
        {(['card', 'hero', 'banner', 'cart'] as const).map((crop) => (
          <li key={crop} data-crop={crop}>
            <img
              src={pictureUrl(file, file.endsWith('.svg') ? undefined : 480)}
              alt=""
              style={focus ? focusStyle(focus) : undefined}
            />
            <span>{t(`media.crop.${crop}`)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const pointWith = (point: { x: number; y: number }, axis: 'x' | 'y', value: number) =>
  axis === 'x' ? ([value, point.y] as const) : ([point.x, value] as const)
