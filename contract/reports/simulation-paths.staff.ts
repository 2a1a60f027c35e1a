import type { StaffPath } from '#contract/shared/path.staff.ts'

/** Simulations of a season. */
export const simulationPaths = {
  simulations: {
    method: 'GET',
    path: '/backoffice/api/simulations',
    needs: 'channel.read',
    channel: 'own',
  },
  simulation: {
    method: 'GET',
    path: '/backoffice/api/simulations/:id',
    needs: 'channel.read',
    channel: 'own',
  },
  startSimulation: {
    method: 'POST',
    path: '/backoffice/api/simulations',
    needs: 'channel.simulate',
    channel: 'own',
  },
} as const satisfies Record<string, StaffPath>
