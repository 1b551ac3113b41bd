export { addAnimals, animalsOfClients, fillAnimals } from './bulk.ts';
export { birthProblem, changeOwnAnimal, createOwnAnimal } from './service.ts';
