# Plays the game in whose folder this file is: each of the routes in the file QF_ROUTES, which are
# lists of places in the menus. Ren'Py runs the script as for a player; only waiting for a click or a
# choice is replaced. QF_PLAYED gets, for each route, the lines, the items and the place taken in
# each passage.
define config.performance_test = False

init 999 python:
    def menu(items):
        player.items = items
        return nvl_menu(items)

    class Player(object):
        def __init__(self, core):
            import json, os
            self.core, self.played = core, []
            with open(os.environ["QF_ROUTES"]) as file:
                self.routes = json.load(file)
            self.begin()

        def begin(self):
            self.steps, self.lines, self.items = [], [], None

        def show(self, text):
            return self.core.text.extras.filter_text_tags(text, allow=[]).replace("{{", "{")

        def interact(self, **kwargs):
            self.core.execution.not_infinite_loop(60)
            if self.items is None:
                self.lines.append(self.show(self.core.store.nvl_list[-1][1]))
                return True
            labels = [self.core.substitutions.substitute(each)[0] for each, _ in self.items]
            taken = self.routes[len(self.played)][len(self.steps)]
            self.steps.append((self.lines, [self.show(each) for each in labels], taken))
            value = self.items[taken][1]
            self.lines, self.items = [], None
            return getattr(value, "value", value)

        def finish(self):
            import json, os
            if self.lines:
                self.played.append([*self.steps, (self.lines, [], None)])
                self.begin()
            if len(self.played) == len(self.routes):
                with open(os.environ["QF_PLAYED"], "w") as file:
                    json.dump(self.played, file)
                self.core.exports.quit()

    import sys
    # A restart of the game clears its variables, so the player is kept in Ren'Py itself.
    core = sys.modules["renpy"]
    if not hasattr(core, "qf_player"):
        core.qf_player = Player(core)
        core.ui.interact = core.qf_player.interact
    player = core.qf_player

label main_menu:
    $ player.finish()
    return
