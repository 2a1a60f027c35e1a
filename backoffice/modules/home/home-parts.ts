import type { Role } from '#domain/staff/permissions.ts'

/** The parts of Home. `metrics` are the numbers of the period, `charts` show them over time. */
export type HomePart =
  | 'metrics'
  | 'charts'
  | 'gifts'
  | 'tasks'
  | 'questions'
  | 'releases'
  | 'due'
  | 'stock'
  | 'activity'

type Layout = { main: readonly HomePart[]; side: readonly HomePart[] }

/** The parts of each role, in their order. `HomePage` leaves out what the user may not read. */
export const HOME_LAYOUTS: Record<Role, Layout> = {
  owner: {
    main: ['metrics', 'charts', 'gifts', 'releases', 'activity'],
    side: ['tasks', 'due', 'questions', 'stock'],
  },
  editor: {
    main: ['releases', 'metrics', 'charts', 'gifts'],
    side: ['due', 'tasks', 'activity'],
  },
  merchandiser: {
    main: ['metrics', 'charts', 'gifts', 'releases'],
    side: ['stock', 'due', 'tasks', 'activity'],
  },
  fulfilment: {
    main: ['tasks', 'metrics', 'charts', 'gifts'],
    side: ['due', 'stock', 'activity'],
  },
  service: {
    main: ['questions', 'tasks', 'metrics', 'charts'],
    side: ['due', 'releases', 'activity'],
  },
  reader: {
    main: ['metrics', 'charts', 'gifts', 'releases'],
    side: ['due', 'tasks', 'stock'],
  },
}

/**
 * The order in one column, in a narrow window: the first part of the main column, the side column, then the rest of the
 * main column.
 */
export function inOneColumn({ main: [first, ...others], side }: Layout): readonly HomePart[] {
  return [...(first === undefined ? [] : [first]), ...side, ...others]
}
