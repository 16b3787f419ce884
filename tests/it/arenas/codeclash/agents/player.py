from codeclash.utils.environment import Environment


class Player:
    def __init__(self, name):
        self.name = name
        self.environment = Environment(name)
