import { RotaBoard } from '../components/rota-board.tsx';

/** 'Rota' among the settings. */
export const RotaSettings = () => <RotaBoard />;
